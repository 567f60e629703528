/**
 * The codes of ice charts.
 *
 * Sources: SIGRID-3 (JCOMM Technical Report 23, WMO/TD-No. 1214, tables 4.1 and 4.2) and the feature catalogue of S-411 edition 1.2.1
 * for the codes, WMO Sea Ice Nomenclature (WMO-No. 259) for the thickness of each stage of development. The types are those of the risk
 * index (POLARIS, IMO MSC.1/Circ.1519); a stage that spans several of them counts as the one with the highest risk.
 */

/** The tables of one format or the other: they differ in how they say that there is little ice. */
export type Coding = 'SIGRID-3' | 'S-411';

/** What a code says; null where it says "undetermined", undefined where no table has it. */
type Coded<T> = T | null | undefined;

/** Unknown, undetermined, and what services write where a field is empty. */
const UNDETERMINED: ReadonlySet<string> = new Set(['', '98', '99', '-9', '-8', '-1', '9-']);

/** Little ice, tenths: ice free; open water, which is less than 1/10; bergy water. */
const LITTLE: Readonly<Record<Coding, ReadonlyMap<string, number>>> = {
  // 55 is ice free since 2010, 00 was before
  'SIGRID-3': new Map(Object.entries({ '55': 0, '00': 0, '01': 0.5, '02': 0.5 })),
  'S-411': new Map(Object.entries({ '00': 0, '01': 0, '02': 0.5, '03': 0.5 })),
};

/** Middle of what each code means, tenths. */
const CONCENTRATIONS: ReadonlyMap<string, number> = new Map([
  ['91', 9.5], // more than 9/10, less than 10/10
  ['92', 10],
  ...Array.from({ length: 9 }, (_, k): [string, number] => [`${k + 1}0`, k + 1]),
]);

/** Concentration in tenths. Codes such as 46 are intervals, here 4/10 to 6/10, and 81 is 8/10 to 10/10. */
export function concentrationOf(code: string, coding: Coding): Coded<number> {
  if (UNDETERMINED.has(code)) return null;
  const known = LITTLE[coding].get(twoDigits(code)) ?? CONCENTRATIONS.get(code);
  if (known !== undefined || !/^[1-9][1-9]$/.test(code)) return known;
  const low = Number(code[0]);
  const high = code[1] === '1' && low > 1 ? 10 : Number(code[1]);
  return high > low ? (low + high) / 2 : undefined;
}

const twoDigits = (code: string): string => (code.length === 1 ? `0${code}` : code);

export interface Stage {
  /** Column of the risk index values: 0 ice-free, 1 new … 11 heavy multi-year ice. */
  readonly type: number;
  /** Middle of its range, m. */
  readonly thicknessM: number;
}

const STAGES: ReadonlyMap<string, Stage> = new Map([
  ['00', { type: 0, thicknessM: 0 }], // ice free
  ['55', { type: 0, thicknessM: 0 }],
  ['80', { type: 0, thicknessM: 0 }], // no stage of development
  ['81', { type: 1, thicknessM: 0.05 }], // new ice
  ['82', { type: 1, thicknessM: 0.05 }], // nilas, ice rind: < 10 cm
  ['83', { type: 3, thicknessM: 0.2 }], // young ice: 10–30 cm
  ['84', { type: 2, thicknessM: 0.125 }], // grey ice: 10–15 cm
  ['85', { type: 3, thicknessM: 0.225 }], // grey-white ice: 15–30 cm
  ['86', { type: 8, thicknessM: 1.15 }], // first-year ice: 30–200 cm
  ['87', { type: 5, thicknessM: 0.5 }], // thin first-year ice: 30–70 cm
  ['88', { type: 4, thicknessM: 0.4 }], // … first stage: 30–50 cm
  ['89', { type: 5, thicknessM: 0.6 }], // … second stage: 50–70 cm
  ['91', { type: 7, thicknessM: 0.95 }], // medium first-year ice: 70–120 cm
  ['93', { type: 8, thicknessM: 1.6 }], // thick first-year ice: > 120 cm
  ['94', { type: 8, thicknessM: 1.6 }], // residual ice: first-year ice that survives the summer
  ['95', { type: 11, thicknessM: 2.5 }], // old ice
  ['96', { type: 9, thicknessM: 2 }], // second-year ice
  ['97', { type: 11, thicknessM: 3 }], // multi-year ice
  ['98', { type: 11, thicknessM: 5 }], // glacier ice: harder than any sea ice
]);

/** Lake ice, in S-411: new, thin (5–15 cm), medium (15–30 cm), thick (30–70 cm), very thick. */
const LAKE_STAGES: ReadonlyMap<string, Stage> = new Map([
  ['01', { type: 1, thicknessM: 0.025 }],
  ['02', { type: 2, thicknessM: 0.1 }],
  ['03', { type: 3, thicknessM: 0.225 }],
  ['04', { type: 5, thicknessM: 0.5 }],
  ['05', { type: 7, thicknessM: 0.85 }],
]);

/** Codes of a stage of development that say nothing of its thickness: 70 is brash ice; 98 is a stage. */
const NO_STAGE: ReadonlySet<string> = new Set([...UNDETERMINED, '70'].filter((code) => code !== '98'));

export function stageOf(code: string): Coded<Stage> {
  if (NO_STAGE.has(code)) return null;
  return STAGES.get(twoDigits(code));
}

export function lakeStageOf(code: string): Coded<Stage> {
  return NO_STAGE.has(code) ? null : LAKE_STAGES.get(twoDigits(code));
}
