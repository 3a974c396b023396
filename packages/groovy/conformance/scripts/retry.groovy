int tries = 0
def flaky = { -> tries++; if (tries < 3) throw new RuntimeException("try $tries"); "ok after $tries" }
def retry(int times, Closure c) {
    for (int i = 1; i <= times; i++) {
        try { return c() }
        catch (RuntimeException e) {
            println e.message
            if (i == times) throw e
        }
    }
}
println retry(5, flaky)
tries = -10
try { retry(2, flaky) } catch (e) { println 'gave up: ' + e.message }
