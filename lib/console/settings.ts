/** What the service tells the page in its first answer. */
export interface Settings {
  /** Path below which the API and the page lie: empty, or `/stage`. */
  readonly root: string;
  readonly auth: 'none' | 'api-key';
  /** How far the service moves an end in a closed cell, nautical miles. */
  readonly adjustmentLimitNm: number;
  /** Age at which ice data are old. */
  readonly meshAlarmHours: number;
  /** Paths of the page's own files, whose names carry a hash. */
  readonly files: Readonly<Record<'worker' | 'landCoarse' | 'landSouth' | 'landOther', string>>;
}

const text = document.querySelector<HTMLMetaElement>('meta[name="settings"]')!.content;

export const settings: Settings = JSON.parse(text);
