println 0xFF
println 0b1010
println 017
println 1_000_000
println 5L.class.name
println 5G.class.name
println 5i.class.name
println 1.5.class.name
println 1.5f.class.name
println 1.5d.class.name
println 1e3
println 1e3.class.name
println 3000000000.class.name
println 99999999999999999999.class.name
println 0x7fffffff + 1
println 0xFFFFFFFF
println 1.50
