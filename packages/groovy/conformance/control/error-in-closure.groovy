def data = [4, 2, 0, 1]
data.each {
    def x = 8.intdiv(it)
    println x
}
