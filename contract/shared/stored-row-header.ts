/** Response header if a repeated idempotency key has other values: id of the row that the first call created. */
export const storedRowHeader = 'x-stored-row'
