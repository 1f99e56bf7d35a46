// Algorithms with which a terminal makes finger and face templates. Templates of other algorithms are useless to it.
import { faceType, fingerType, infraredFaceType, palmType, veinType } from './templates.ts'

const types = [fingerType, infraredFaceType, veinType, palmType, faceType]

/** Template type → major version, from the terminal's options (T6; `MultiBioVersion` lists one per type). */
export function readAlgorithms(options: ReadonlyMap<string, string>): Record<string, number> | null {
  const listed = options.get('MultiBioVersion')?.split(':') ?? []
  const version = (text: string | undefined) => Math.floor(Number(text?.trim() || '0')) || 0
  const isOff = (key: string) => options.get(key)?.trim() === '0'
  const own: [number, string | undefined, string][] = [
    [fingerType, options.get('~ZKFPVersion') ?? options.get('FPVersion'), 'FingerFunOn'],
    [infraredFaceType, options.get('FaceVersion'), 'FaceFunOn'],
    [veinType, options.get('FvVersion'), 'FvFunOn'],
    [palmType, options.get('PvVersion'), 'PvFunOn'],
  ]
  const found: Record<string, number> = {}
  for (const type of types) if (version(listed[type]) > 0) found[type] = version(listed[type])
  for (const [type, text, switched] of own)
    if (found[type] === undefined && version(text) > 0 && !isOff(switched)) found[type] = version(text)
  return Object.keys(found).length > 0 ? found : null
}

/** True if the terminal makes a face template from a photo; null if it does not say. */
export function readPhotoSupport(options: ReadonlyMap<string, string>): boolean | null {
  const listed = options.get('MultiBioPhotoSupport')?.split(':')[faceType]
  const said = listed ?? options.get('BioPhotoFun') ?? options.get('VisilightFun')
  return said === undefined || said.trim() === '' ? null : said.trim() === '1'
}
