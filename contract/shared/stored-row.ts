/** Header of a refused repeat with other values: id of the row that the first call made. */
export const storedRowHeader = 'x-stored-row'
