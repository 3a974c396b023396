class Helper {
    static double mean(list) { list.sum() / list.size() }
    static String fmt(x) { String.format('%.2f', x as double) }
}
def data = [1, 2, 3, 4]
println Helper.mean(data)
println Helper.fmt(Helper.mean(data))
def process(list) { list.collect { Helper.fmt(it) } }
println process(data)
class Node2 { def value; Node2 next }
def n = new Node2(value: 1, next: new Node2(value: 2))
println n.next.value
println n.next.next
println n?.next?.next?.value
def sum = 0
for (def x = n; x != null; x = x.next) sum += x.value
println sum
