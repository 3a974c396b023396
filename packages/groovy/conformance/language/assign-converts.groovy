int a = 3.9
int b = -3.9
long c = 4.7d
double d = 5
String s = 12.50
char ch = 'x'
byte by = 300
short sh = 70000
boolean t = 0
println a + " " + b + " " + c + " " + d + " " + s + " " + ch + " " + by + " " + sh + " " + t
a = 7.99
println a
a += 1.5
println a
a /= 2
println a
