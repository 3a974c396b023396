def ops = ['+': { a, b -> a + b }, '-': { a, b -> a - b }, '*': { a, b -> a * b }]
println ops['+'](2, 3)
ops.each { k, op -> println "$k ${op(6, 2)}" }
println ops.collectEntries { k, op -> [k, op(10, 5)] }
def stack = []
'3 4 + 2 *'.split(' ').each { t ->
    if (ops[t]) { def b = stack.pop(); def a = stack.pop(); stack << ops[t](a, b) }
    else stack << (t as int)
}
println stack
