// Tolerates texts moved by browser translation and extensions. React's removal and insertion would throw and break the
// screen otherwise (https://github.com/facebook/react/issues/11538).

/** Returns the child of `parent` that contains the node, or null if no child does. */
function holderOf(parent: Node, node: Node): Node | null {
  let holder: Node | null = node
  while (holder && holder.parentNode !== parent) holder = holder.parentNode
  return holder
}

export function allowMovedDomNodes(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const holder = holderOf(this, child)
    if (holder) removeChild.call(this, holder)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    const place = before && before.parentNode !== this ? holderOf(this, before) : before
    return insertBefore.call(this, child, place) as Child
  }
}
