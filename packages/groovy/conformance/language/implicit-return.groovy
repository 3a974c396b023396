def a() { 5 }
def b() { def x = 3; x * 2 }
def c(x) { if (x) 'yes' }
def d() { for (i in 1..3) { i } }
def e() { try { 1 } finally { 2 } }
def f() { }
int g() { 7.9 }
String h() { 12 }
def i() { return }
void j() { 5 }
println a() + ' ' + b() + ' ' + c(1) + ' ' + c(0) + ' ' + d() + ' ' + e() + ' ' + f() + ' ' + g() + ' ' + h() + ' ' + i() + ' ' + j()
