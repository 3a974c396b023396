println 5 & 3
println 5 | 3
println 5 ^ 3
println ~5
println 1 << 4
println(-16 >> 2)
println(-16 >>> 28)
println 0xFF & 0x0F
println((0x12 << 8) | 0x34)
println 0xF0 >> 4
println 5L & 3
println((5L & 3).class.simpleName)
println 1 << 33
println 1L << 33
println((byte) 0x80 & 0xFF)
println true & false
println true | false
println true ^ true
def flags = 0
flags |= 4
flags |= 1
flags &= ~4
println flags
println Integer.bitCount(255)
