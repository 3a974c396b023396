println([1, 2, 3].join('-'))
println([1, 2, 3].join())
println([].join(','))
println([1, [2, 3], null].join(','))
println([1, 2, 3].reverse())
def l = [1, 2, 3]
l.reverse(true)
println l
println(['a', 'b'].reverse().join())
println((1..3).join('+'))
