import type { Notification } from '@torniquete/contract/notifications.ts'

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** By what the badges count and sort; the schema would bring zod to every page for news of our own server. */
function isNotification(item: unknown): item is Notification {
  return (
    typeof item === 'object' &&
    item !== null &&
    'id_notification' in item &&
    typeof item.id_notification === 'number' &&
    'title' in item &&
    typeof item.title === 'string'
  )
}

/** A chunk's data is one notification or a list of them, each as JSON text or as an object. What is neither is left out. */
export function readNotifications(data: string): Notification[] {
  const chunk = parse(data)
  const items: unknown[] = Array.isArray(chunk) ? chunk : [chunk]
  return items.map((item) => (typeof item === 'string' ? parse(item) : item)).filter(isNotification)
}

/** The data of a `changes` event: the areas that changed. */
export function readAreas(data: string): string[] {
  const areas = parse(data)
  return Array.isArray(areas) ? areas.filter((area) => typeof area === 'string') : []
}
