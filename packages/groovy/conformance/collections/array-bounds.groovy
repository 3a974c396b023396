int[] a = [1, 2]
try { a[5] } catch (ArrayIndexOutOfBoundsException e) { println 'get ' + e.message }
try { a[5] = 1 } catch (ArrayIndexOutOfBoundsException e) { println 'set' }
def l = [1, 2]
println l[7]
try { l.get(7) } catch (IndexOutOfBoundsException e) { println e.message }
try { l[-5] } catch (ArrayIndexOutOfBoundsException e) { println e.message }
try { l.remove(9) } catch (IndexOutOfBoundsException e) { println 'remove' }
