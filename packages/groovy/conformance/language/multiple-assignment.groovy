def (a, b, c) = [1, 2]
println "$a $b $c"
(a, b) = [b, a]
println "$a $b"
def (int x, String y) = [3.7, 8]
println "$x $y"
def (p, q) = 'ab'.toList()
println p + q
