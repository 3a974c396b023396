class Check {
    String name
    Closure test
    String verdict = 'open'
    def detail
    Check run(data) {
        try {
            detail = test(data)
            verdict = detail ? 'pass' : 'fail'
        } catch (Exception e) {
            verdict = 'error'
            detail = e.message
        }
        this
    }
}
class Suite {
    List<Check> checks = []
    def check(String name, Closure c) { checks << new Check(name: name, test: c) }
    def run(data) { checks*.run(data); checks.groupBy { it.verdict }.collectEntries { k, v -> [k, v*.name] } }
}
def s = new Suite()
s.check('not empty') { it.size() > 0 }
s.check('all positive') { d -> d.every { it > 0 } }
s.check('third') { it[2].foo }
println s.run([1, -2])
println s.checks.collect { "$it.name: $it.verdict" }.join('\n')
