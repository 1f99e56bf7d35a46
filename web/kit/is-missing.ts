/** Of what could not be loaded: there is no such row, or no longer. */
export const isMissing = (error: object | null): boolean => error !== null && 'status' in error && error.status === 404
