def grün = 'ü'
println grün + '中文'
println '中文'.length()
println "温度 ${25.5} °C"
println '\u4e2d'
println 'ß'.toUpperCase()
println(['ä', 'a', 'z'].sort())
def 温度 = 5
println 温度 + 1
