def show(x) { x ? 'true' : 'false' }
println show(0) + show(1) + show(-1)
println show('') + show('a')
println show([]) + show([0]) + show([:]) + show([a: 1])
println show(null)
println show(0.0) + show(0.1) + show(0L) + show(0d)
println show("${''}") + show("${'x'}")
println show(1..0) + show(1..<1)
println !'' && !0 && ![]
println show('abc' =~ /b/) + show('abc' =~ /x/)
println show(new Object())
