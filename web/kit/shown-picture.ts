const stored = /^(?:https?:\/\/[^/]+)?(\/v1\/images\/.+)$/i

/**
 * Address from which a page loads a picture: stored on this server under any of its names, or just chosen. Pictures of
 * other hosts are not loaded, because those would learn who views them.
 */
export function shownPicture(url: string | null | undefined): string | null {
  if (url?.startsWith('blob:')) return url
  return url?.match(stored)?.[1] ?? null
}
