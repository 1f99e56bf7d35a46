import { type ClientColumn, clientColumns, fiscalClientColumns } from '@torniquete/contract/members/client-import.ts'
import { convertPassesToAttendances } from '../../../door/queries.ts'
import { findZoneCountry } from '../../../messaging/messengers/phone-numbers.ts'
import {
  FileImportHandlers,
  type ImportDefinition,
  type ImportServices,
} from '../../../platform/file-import/file-imports.ts'
import type { ColumnTitles } from '../../../platform/file-import/headings.ts'
import type { OwnTransactionHandlers } from '../../../platform/http/handler-types.ts'
import type { NewClientRow } from './client-row-types.ts'
import { readExistingGymData, writeClientImport } from './queries.ts'
import { type ClientImportSummary, makeClientRowRules } from './validate-client-row.ts'

// Column titles in Spanish and English.
export const clientColumnTitles: ColumnTitles<ClientColumn> = {
  name: 'name',
  words: [
    [
      'name',
      'nombre|nombres|nombre completo|nombre y apellido|nombre y apellidos|nombres y apellidos|apellidos y nombres|nombre del cliente|nombre cliente|nombre del socio|cliente|socio|miembro|afiliado|alumno|usuario|persona|name|full name|first name|given name|client|client name|customer|customer name|member|member name',
    ],
    ['middle_name', 'segundo nombre|middle name'],
    ['last_name', 'apellido|apellidos|primer apellido|apellido paterno|paterno|last name|surname|family name|lastname'],
    ['second_last_name', 'segundo apellido|apellido materno|materno|second last name'],
    [
      'id_zkteco',
      'numero en el dispositivo|numero de huella|id reloj|id del reloj|numero de reloj|numero en el reloj|id huella|id de huella|id biometrico|id dispositivo|id terminal|numero en la terminal|id zkteco|pin|ac no|enroll number|user id|userid|numero de socio|n de socio|n socio|no de socio|no socio|numero de cliente|n cliente|codigo de socio|codigo de cliente|codigo cliente|id socio|id cliente|id de usuario|id usuario|matricula|member id|client id|customer id|badge number|badge|emp no|person id|numero|number|codigo|cod|id|num|nro|no|n',
    ],
    [
      'card_number',
      'tarjeta|n tarjeta|numero de tarjeta|no de tarjeta|no tarjeta|tarjeta rfid|rfid|llavero|carnet|carne|card|card number|card no|cardno|card id',
    ],
    [
      'phone_number',
      'telefono|telefonos|tel|tlf|telefono 1|celular|cel|movil|telefono celular|telefono movil|numero de telefono|numero de celular|no telefono|whatsapp|contacto|phone|phone number|phone 1|mobile|mobile phone|cell|cell phone|cellphone',
    ],
    [
      'email',
      'correo|correos|correo electronico|email|e mail|mail|direccion de correo|email address|e mail address|correo e',
    ],
    [
      'birth_date',
      'fecha de nacimiento|fecha nacimiento|nacimiento|fecha nac|fec nac|f nacimiento|f nac|fdn|cumpleanos|cumple|fecha de cumpleanos|birthday|birth date|birthdate|date of birth|dob|born',
    ],
    ['address', 'direccion|domicilio|calle|residencia|address|street|street address|home address'],
    [
      'plan',
      'plan|membresia|tipo de membresia|tipo membresia|tipo de plan|tipo|paquete|plan contratado|servicio|membership|membership type|membership plan|package|subscription',
    ],
    [
      'start_date',
      'inicio|fecha de inicio|fecha inicio|fecha inicial|desde|inscripcion|fecha de inscripcion|fecha inscripcion|ingreso|fecha de ingreso|fecha ingreso|alta|fecha de alta|fecha de pago|fecha pago|ultimo pago|fecha ultimo pago|fecha de registro|start|start date|from|joined|join date|joining date|registration date|last payment',
    ],
    [
      'expires',
      'vencimiento|fecha de vencimiento|fecha vencimiento|vence|vence el|fecha vence|fecha de corte|expira|expira el|expiracion|fecha de expiracion|fecha expiracion|caduca|caducidad|hasta|fin|fecha de fin|fecha fin|fecha final|termina|valido hasta|vigencia|vigente hasta|proximo pago|fecha proximo pago|expiry|expiry date|expiration|expiration date|expires|expires on|end|end date|valid until|valid to|until|to|due date|next payment',
    ],
    [
      'tax_id',
      'rnc o cedula|rnc cedula|cedula rnc|cedula o rnc|rnc|cedula|cedula de identidad|numero de cedula|n cedula|no cedula|documento de identidad|documento|identificacion|tax id',
    ],
    ['legal_name', 'razon social|nombre fiscal|empresa|compania|company|legal name'],
    ['notes', 'notas|nota|observaciones|observacion|obs|comentarios|comentario|notes|note|comments|comment|remarks'],
  ],
  endings: / (whatsapp|socio|cliente|member)$/,
  // In handwritten lists a first column with these titles numbers the lines; it is no PIN.
  numbered: { field: 'id_zkteco', titles: ['n', 'no', 'nro', 'num', 'numero'] },
  days: ['birth_date', 'start_date', 'expires'],
}

const clientImport: ImportDefinition<ClientColumn, NewClientRow, ClientImportSummary> = {
  call: 'clients.import',
  titles: clientColumnTitles,
  fields: Object.keys(clientColumns) as ClientColumn[], // typed as string[], but these are the object's keys
  fiscalFields: fiscalClientColumns,
  judgement: async (tx, gym, { today, zone }) =>
    makeClientRowRules({ ...(await readExistingGymData(tx, gym)), today, country: findZoneCountry(zone) }),
  write: async (tx, user, { rows, file }, { now, zone }) => {
    const act = await writeClientImport(tx, user, { rows, file, now })
    const typed = rows.flatMap(({ id_zkteco }) => id_zkteco ?? [])
    await convertPassesToAttendances({ tx, gym: user.gym, zone, now }, typed)
    return act
  },
  texts: {
    present: 'Todos los de este archivo ya son clientes.',
    rejectedFileName: 'Clientes por corregir',
  },
}

export function makeClientImportHandlers(
  services: ImportServices,
): Pick<OwnTransactionHandlers, 'clients.import' | 'clients.import-rejected'> {
  const { bring, rejected } = new FileImportHandlers(services, clientImport)
  return { 'clients.import': bring, 'clients.import-rejected': rejected }
}
