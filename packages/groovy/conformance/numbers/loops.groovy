5.times { print it }
println()
1.upto(3) { print it + ' ' }
3.downto(1) { print it + ' ' }
println()
1.0.upto(2.5) { print it + ' ' }
println()
0.step(1, 0.25) { print it + ' ' }
println()
def sum = 0
(1..100).each { sum += it }
println sum
double total = 0
for (int i = 1; i <= 10; i++) total += 1 / i
println total
def x = 1
while (x < 100) x *= 3
println x
