import { type RefObject, useLayoutEffect, useState } from 'react'

interface Room {
  /** There is less than wanted. */
  folded: boolean
  /** More stands in it than is seen. */
  scrolls: boolean
}

/** How much room a place has, known before it is first painted. */
export function useRoom(place: RefObject<HTMLElement | null>, wanted: number): Room {
  const [room, setRoom] = useState<Room>({ folded: false, scrolls: false })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const look = () => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      const folded = clientWidth < wanted
      const scrolls = scrollWidth > clientWidth || scrollHeight > clientHeight
      setRoom((before) => (before.folded === folded && before.scrolls === scrolls ? before : { folded, scrolls }))
    }
    look()
    const observer = new ResizeObserver(look)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    return () => observer.disconnect()
  }, [place, wanted])
  return room
}
