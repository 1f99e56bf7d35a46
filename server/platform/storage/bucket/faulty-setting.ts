/** Messages for S3 error codes that only a wrong setting causes. Other errors may end by themselves. */
const blamed: Record<string, (prefix: string) => string> = {
  InvalidAccessKeyId: (prefix) => `${prefix}ACCESS_KEY_ID: el servidor S3 no conoce esa clave`,
  SignatureDoesNotMatch: (prefix) => `${prefix}SECRET_ACCESS_KEY: no es el secreto de ${prefix}ACCESS_KEY_ID`,
  AccessDenied: (prefix) => `${prefix}ACCESS_KEY_ID: esa clave no puede listar el bucket de ${prefix}BUCKET`,
  NoSuchBucket: (prefix) => `${prefix}BUCKET: ese bucket no existe en ${prefix}ENDPOINT`,
  InvalidBucketName: (prefix) => `${prefix}BUCKET: no es el nombre de un bucket`,
  AuthorizationHeaderMalformed: (prefix) => `${prefix}REGION: no es la región de ese bucket`,
  PermanentRedirect: (prefix) => `${prefix}REGION: no es la región de ese bucket, o ${prefix}ENDPOINT no es el suyo`,
  IllegalLocationConstraintException: (prefix) => `${prefix}REGION: no es la región de ese bucket`,
}

/** Returns a message that names the wrong variable, by S3 error code; null if the cause is unclear. */
export const describeFaultySetting = (code: string | null, prefix: 'S3_' | 'BACKUP_S3_'): string | null =>
  blamed[code ?? '']?.(prefix) ?? null
