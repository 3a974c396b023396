def log = []
def f() { log = 5; log }
def run1(log) {
    try {
        log << 'try'
        return 'value'
    } finally {
        log << 'finally'
    }
}
println run1(log)
println log
for (i in 1..3) {
    try {
        if (i == 2) continue
        println i
    } finally {
        println "f$i"
    }
}
