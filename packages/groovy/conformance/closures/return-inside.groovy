def r = [1, 2, 3, 4].collect {
    if (it % 2) return 'odd'
    'even'
}
println r
def f() {
    [1, 2, 3].each { if (it == 2) return }
    'after'
}
println f()
