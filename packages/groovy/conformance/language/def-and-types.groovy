def a = 1
int b = 2
long c = 3
double d = 4
float e = 5
String f = 6
boolean g = 'x'
BigDecimal h = 7
Integer i = 8
def (j, k) = [9, 10]
def l
println "$a $b $c $d $e $f $g $h $i $j $k $l"
println a.class.name
println c.class.name
println d.class.name
println h.class.name
