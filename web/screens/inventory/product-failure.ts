import { ApiError } from '../../api/api-error.ts'

/** The server's items as `type: msg`, else its sentence (spec §8). */
export function productFailure(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unknown error occurred.'
  return error.rejections.map(({ type, msg }) => `${type}: ${msg}`).join('\n') || error.message
}
