def a = null
println a?.length()
println a?.size()?.toString()
def m = [x: [y: 5]]
println m?.x?.y
println m?.z?.y
println m.z?.y?.foo()
String s = null
println s?.toUpperCase() ?: 'nothing'
