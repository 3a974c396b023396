def f(x) {
    try {
        if (x == 1) throw new IllegalArgumentException('one')
        if (x == 2) throw new IllegalStateException('two')
        if (x == 3) return 10.intdiv(0)
        return 'fine'
    } catch (IllegalArgumentException e) {
        return 'IAE ' + e.message
    } catch (IllegalStateException | ArithmeticException e) {
        return 'either ' + e.message
    } finally {
        print "[$x]"
    }
}
(0..3).each { println f(it) }
try { throw new Exception('plain') } catch (e) { println e.message }
try { throw new RuntimeException('r', new Exception('cause')) } catch (e) { println e.cause.message }
