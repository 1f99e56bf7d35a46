const stored = /^(?:https?:\/\/[^/]+)?(\/v1\/images\/.+)$/i

/** Address of a picture stored on this server or just chosen. Other hosts would learn who views their pictures. */
export function shownPicture(url: string | null | undefined): string | null {
  if (url?.startsWith('blob:')) return url
  return url?.match(stored)?.[1] ?? null
}
