def inner() { throw new UnsupportedOperationException('no') }
def outer() {
    try { inner() }
    catch (UnsupportedOperationException e) { throw new RuntimeException('wrapped: ' + e.message, e) }
}
try { outer() } catch (RuntimeException e) {
    println e.message
    println e.cause.class.simpleName
    println e
}
try {
    try { throw new IOException('x') } finally { println 'inner finally' }
} catch (Exception e) { println e.class.name }
