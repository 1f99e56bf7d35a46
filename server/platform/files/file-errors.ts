import { StartRefusal } from '../start-refusal.ts'

export class DataFolderInUseError extends StartRefusal {
  override name = 'DataFolderInUseError'
}

export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export const isFileMissingError = (error: unknown): boolean => getErrorCode(error) === 'ENOENT'

/** Error for a disk so full that PostgreSQL cannot recover. */
export const makeDiskFullError = (dataDir: string): StartRefusal =>
  new StartRefusal(
    `No queda espacio en el disco de ${dataDir} para iniciar la base de datos: libera 200 MB e inicia de nuevo. Lo registrado está a salvo.`,
  )
