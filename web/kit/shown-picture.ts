const stored = /^(?:https?:\/\/[^/]+)?(\/v1\/images\/.+)$/i

/**
 * What a page loads of a picture's address: what is stored here, under whatever name of this machine it was given, or chosen a
 * moment ago. Whoever keeps one of elsewhere is not to learn who looks at it.
 */
export function shownPicture(url: string | null | undefined): string | null {
  if (url?.startsWith('blob:')) return url
  return url?.match(stored)?.[1] ?? null
}
