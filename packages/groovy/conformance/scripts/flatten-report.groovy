def tree = [name: 'root', children: [[name: 'a', children: []], [name: 'b', children: [[name: 'c', children: []]]]]]
def walk
walk = { node, depth ->
    println '  ' * depth + node.name
    node.children.each { walk(it, depth + 1) }
}
walk(tree, 0)
def count
count = { 1 + (it.children.collect(count).sum() ?: 0) }
println count(tree)
