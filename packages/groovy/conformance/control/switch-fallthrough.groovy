def out = []
for (x in 1..5) {
    switch (x) {
        case 1:
        case 2:
            out << "low$x"
        case 3:
            out << "mid$x"
            break
        case 4:
            out << "four"
            break
        default:
            out << "def$x"
    }
}
println out
