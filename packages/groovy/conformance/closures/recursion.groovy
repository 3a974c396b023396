def fact
fact = { n -> n <= 1 ? 1 : n * fact(n - 1) }
println fact(5)
println fact(20)
println fact(20G)
def fib(n) { n < 2 ? n : fib(n - 1) + fib(n - 2) }
println fib(15)
def memo = { n -> n * n }.memoize()
println memo(4) + memo(4)
