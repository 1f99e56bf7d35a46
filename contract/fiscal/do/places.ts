// Provinces and municipalities of the Dominican Republic with their codes in electronic receipts. Source: schema of e-CF
// v1.0, type ProvinciaMunicipioType. Codes follow the order of the table: 250600 is the sixth municipality of province 25.
import { foldCaseAndAccents } from '../../shared/text-matching.ts'

interface Place {
  name: string
  /** Six digits. */
  code: string
}

interface Province extends Place {
  municipalities: Place[]
}

const table = [
  ['Distrito Nacional', 'Santo Domingo de Guzmán'],
  [
    'Azua',
    'Azua|Las Charcas|Las Yayas de Viajama|Padre Las Casas|Peralta|Sabana Yegua|Pueblo Viejo|Tábara Arriba|Guayabal|Estebanía',
  ],
  ['Bahoruco', 'Neiba|Galván|Tamayo|Villa Jaragua|Los Ríos'],
  [
    'Barahona',
    'Barahona|Cabral|Enriquillo|Paraíso|Vicente Noble|El Peñón|La Ciénaga|Fundación|Las Salinas|Polo|Jaquimeyes',
  ],
  ['Dajabón', 'Dajabón|Loma de Cabrera|Partido|Restauración|El Pino'],
  ['Duarte', 'San Francisco de Macorís|Arenoso|Castillo|Pimentel|Villa Riva|Las Guáranas|Eugenio María de Hostos'],
  ['Elías Piña', 'Comendador|Bánica|El Llano|Hondo Valle|Pedro Santana|Juan Santiago'],
  ['El Seibo', 'El Seibo|Miches'],
  ['Espaillat', 'Moca|Cayetano Germosén|Gaspar Hernández|Jamao al Norte'],
  ['Independencia', 'Jimaní|Duvergé|La Descubierta|Postrer Río|Cristóbal|Mella'],
  ['La Altagracia', 'Higüey|San Rafael del Yuma'],
  ['La Romana', 'La Romana|Guaymate|Villa Hermosa'],
  ['La Vega', 'La Vega|Constanza|Jarabacoa|Jima Abajo'],
  ['María Trinidad Sánchez', 'Nagua|Cabrera|El Factor|Río San Juan'],
  ['Monte Cristi', 'Monte Cristi|Castañuelas|Guayubín|Las Matas de Santa Cruz|Pepillo Salcedo|Villa Vásquez'],
  ['Pedernales', 'Pedernales|Oviedo'],
  ['Peravia', 'Baní|Nizao|Matanzas'],
  ['Puerto Plata', 'Puerto Plata|Altamira|Guananico|Imbert|Los Hidalgos|Luperón|Sosúa|Villa Isabela|Villa Montellano'],
  ['Hermanas Mirabal', 'Salcedo|Tenares|Villa Tapia'],
  ['Samaná', 'Samaná|Sánchez|Las Terrenas'],
  [
    'San Cristóbal',
    'San Cristóbal|Sabana Grande de Palenque|Bajos de Haina|Cambita Garabitos|Villa Altagracia|Yaguate|San Gregorio de Nigua|Los Cacaos',
  ],
  ['San Juan', 'San Juan|Bohechío|El Cercado|Juan de Herrera|Las Matas de Farfán|Vallejuelo'],
  ['San Pedro de Macorís', 'San Pedro de Macorís|Los Llanos|Ramón Santana|Consuelo|Quisqueya|Guayacanes'],
  ['Sánchez Ramírez', 'Cotuí|Cevicos|Fantino|La Mata'],
  [
    'Santiago',
    'Santiago|Bisonó|Jánico|Licey al Medio|San José de las Matas|Tamboril|Villa González|Puñal|Sabana Iglesia|Baitoa',
  ],
  ['Santiago Rodríguez', 'San Ignacio de Sabaneta|Villa Los Almácigos|Monción'],
  ['Valverde', 'Mao|Esperanza|Laguna Salada'],
  ['Monseñor Nouel', 'Bonao|Maimón|Piedra Blanca'],
  ['Monte Plata', 'Monte Plata|Bayaguana|Sabana Grande de Boyá|Yamasá|Peralvillo'],
  ['Hato Mayor', 'Hato Mayor|Sabana de la Mar|El Valle'],
  ['San José de Ocoa', 'San José de Ocoa|Sabana Larga|Rancho Arriba'],
  [
    'Santo Domingo',
    'Santo Domingo Este|Santo Domingo Oeste|Santo Domingo Norte|Boca Chica|San Antonio de Guerra|Los Alcarrizos|Pedro Brand',
  ],
] as const

/** Codes that break the order. */
const exceptions: Record<string, string> = { '030100': '030001' }

const twoDigits = (index: number): string => String(index + 1).padStart(2, '0')

export const provinces: readonly Province[] = table.map(([name, municipalities], index) => ({
  name,
  code: `${twoDigits(index)}0000`,
  municipalities: municipalities.split('|').map((municipality, place) => {
    const code = `${twoDigits(index)}${twoDigits(place)}00`
    return { name: municipality, code: exceptions[code] ?? code }
  }),
}))

const findPlace = <Found extends Place>(places: readonly Found[], name: string): Found | undefined =>
  places.find((place) => foldCaseAndAccents(place.name) === foldCaseAndAccents(name))

/** Finds a province by its name, in any case and without accents. */
export const findProvince = (name: string): Province | undefined => findPlace(provinces, name)

export const findMunicipality = (province: Province, name: string): Place | undefined =>
  findPlace(province.municipalities, name)
