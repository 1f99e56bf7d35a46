/** Beside the refusal of a key that came with other values: the number of the row that its first call made. */
export const storedRowHeader = 'x-stored-row'
