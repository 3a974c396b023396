def a = 5
println a++ + ++a
println a-- - --a
println a
def d = 1.5
d++
println d
def dd = 1.5d
++dd
println dd
def l = 9L
l--
println l
println l.class.simpleName
def c = 'a'
c++
println c
def list = [1, 2]
list[0]++
println list
def m = [n: 5]
m.n++
m['n'] += 2
println m
int i = 0
int j = i++ + i++
println "$i $j"
