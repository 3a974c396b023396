int a = 10
int b = 0
println 'start'
def c =
    a / b
println c
