def log = []
def risky(n, log) {
    try {
        try {
            if (n == 0) throw new IllegalArgumentException('zero')
            if (n == 1) throw new NullPointerException('one')
            log << "ok$n"
        } catch (IllegalArgumentException e) {
            log << 'inner ' + e.message
            throw new IllegalStateException('from inner')
        } finally {
            log << "fin$n"
        }
    } catch (RuntimeException e) {
        log << e.class.simpleName + ' ' + e.message
    }
}
(0..2).each { risky(it, log) }
log.each { println it }
