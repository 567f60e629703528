/**
 * The codes of ice charts, the same in SIGRID-3 and S-411.
 *
 * Sources: SIGRID-3 (JCOMM Technical Report 23, WMO/TD-No. 1214, tables 4.1 and 4.2) for the codes, WMO Sea Ice Nomenclature (WMO-No. 259)
 * for the thickness of each stage of development. The types are those of the risk index (POLARIS, IMO MSC.1/Circ.1519); a stage that
 * spans several of them counts as the one with the highest risk.
 */

/** What a code says; null where it says "undetermined", undefined where no table has it. */
type Coded<T> = T | null | undefined;

/** Unknown, undetermined, and what services write where a field is empty. */
const UNDETERMINED: ReadonlySet<string> = new Set(['', '98', '99', '-9', '-8', '-1', '9-']);

/** Middle of what each code means, tenths. */
const CONCENTRATIONS: ReadonlyMap<string, number> = new Map([
  ['00', 0], // ice free
  ['55', 0], // ice free, since 2010
  ['01', 0.5], // open water: less than 1/10
  ['02', 0.5], // bergy water
  ['91', 9.5], // more than 9/10, less than 10/10
  ['92', 10],
  ...Array.from({ length: 9 }, (_, k): [string, number] => [`${k + 1}0`, k + 1]),
]);

/** Concentration in tenths. Codes such as 46 are intervals, here 4/10 to 6/10, and 81 is 8/10 to 10/10. */
export function concentrationOf(code: string): Coded<number> {
  if (UNDETERMINED.has(code)) return null;
  const known = CONCENTRATIONS.get(code.length === 1 ? `0${code}` : code);
  if (known !== undefined || !/^[1-9][1-9]$/.test(code)) return known;
  const low = Number(code[0]);
  const high = code[1] === '1' && low > 1 ? 10 : Number(code[1]);
  return high > low ? (low + high) / 2 : undefined;
}

export interface Stage {
  /** Column of the risk index values: 0 ice-free, 1 new … 11 heavy multi-year ice. */
  readonly type: number;
  /** Middle of its range, m. */
  readonly thicknessM: number;
}

const STAGES: ReadonlyMap<string, Stage> = new Map([
  ['00', { type: 0, thicknessM: 0 }], // ice free
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

/** Codes of a stage of development that say nothing; 98 is a stage. */
const NO_STAGE: ReadonlySet<string> = new Set([...UNDETERMINED].filter((code) => code !== '98'));

export function stageOf(code: string): Coded<Stage> {
  if (NO_STAGE.has(code)) return null;
  return STAGES.get(code.length === 1 ? `0${code}` : code);
}
