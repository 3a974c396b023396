def grade(n) {
    if (n >= 90) 'A'
    else if (n >= 80) 'B'
    else if (n >= 70) {
        'C'
    } else {
        'D'
    }
}
println grade(95) + grade(85) + grade(75) + grade(5)
if (false) println 'no'
if (null) println 'no' else println 'yes'
def x = 3
if (x) { println 'x' }
