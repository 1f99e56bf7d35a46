import { Notification } from '@torniquete/contract/notifications.ts'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A chunk's data is one notification or a list of them, each as JSON text or as an object. What is neither is left out. */
export function readNotifications(data: string): Notification[] {
  const chunk = parse(data)
  const items: unknown[] = Array.isArray(chunk) ? chunk : [chunk]
  return items.flatMap((item) => {
    const read = Notification.safeParse(typeof item === 'string' ? parse(item) : item)
    return read.success ? [read.data] : []
  })
}

/** The data of a `changes` event: the areas that changed. */
export function readAreas(data: string): string[] {
  const areas = parse(data)
  return Array.isArray(areas) ? areas.filter((area) => typeof area === 'string') : []
}
