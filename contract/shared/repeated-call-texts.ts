// Error texts by which the browser decides whether a repeated call may have succeeded before. This file imports no
// schemas, to keep the login page small.
export const idempotencyKeyReusedText =
  'Ya se registró con otros datos. Revisa lo que quedó guardado antes de intentarlo de nuevo.'
export const routeMissingText = 'Esa dirección no existe.'
