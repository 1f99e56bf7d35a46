// Browsers that translate a page, and some of their extensions, put texts into elements of their own. React knows nothing of that, and
// removing such a text or inserting before it throws and takes the screen down (https://github.com/facebook/react/issues/11538).

/** The child of `parent` that holds the node by now; null where it is elsewhere or gone. */
function holderOf(parent: Node, node: Node): Node | null {
  let holder: Node | null = node
  while (holder && holder.parentNode !== parent) holder = holder.parentNode
  return holder
}

/** Lets React remove and insert beside texts that something else moved: what holds them now stands for them. */
export function allowMovedNodes(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child // what it was given
    const holder = holderOf(this, child)
    if (holder) removeChild.call(this, holder)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    const place = before && before.parentNode !== this ? holderOf(this, before) : before
    return insertBefore.call(this, child, place) as Child // what it was given
  }
}
