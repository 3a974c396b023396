class Temp {
    private double celsius
    def log = []
    double getFahrenheit() { celsius * 9 / 5 + 32 }
    void setCelsius(double c) { log << c; celsius = c }
    double getCelsius() { celsius }
    boolean isHot() { celsius > 30 }
}
def t = new Temp()
t.celsius = 100
println t.fahrenheit
println t.hot
t.celsius = 20
println t.log
println t.isHot()
println t.celsius
try { t.nope } catch (MissingPropertyException e) { println e.message.readLines()[0] }
try { t.nope() } catch (MissingMethodException e) { println 'no method' }
