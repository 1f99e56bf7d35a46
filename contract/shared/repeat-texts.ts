// Texts of errors by which the browser decides if a repeated call may have been done. Without schemas, like shift-texts.ts.
export const keyReused = 'Ya se registró con otros datos. Revisa lo que quedó guardado antes de intentarlo de nuevo.'
export const routeMissing = 'Esa dirección no existe.'
