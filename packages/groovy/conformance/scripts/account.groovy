class Account {
    String owner
    BigDecimal balance = 0.00
    List history = []
    void deposit(BigDecimal x) {
        if (x <= 0) throw new IllegalArgumentException("bad amount $x")
        balance += x
        history << "+$x"
    }
    void withdraw(BigDecimal x) {
        if (x > balance) throw new IllegalStateException("only $balance")
        balance -= x
        history << "-$x"
    }
}
def a = new Account(owner: 'Li')
a.deposit(100.50)
a.withdraw(20.25)
println a.balance
try { a.withdraw(500) } catch (IllegalStateException e) { println e.message }
try { a.deposit(-1) } catch (IllegalArgumentException e) { println e.message }
println a.history
println a.owner
