/** What a look has shown. */
export interface Finding {
  /** `unset`: this service is done without, and nothing was asked. */
  state: 'well' | 'wrong' | 'unset';
  found: string;
}

export const well = (found: string): Finding => ({ state: 'well', found });
export const wrong = (found: string): Finding => ({ state: 'wrong', found });
export const unset = (found: string): Finding => ({ state: 'unset', found });

/** One thing to look at. */
export interface DoctorCheck {
  name: string;
  /** What to do where it is wrong. */
  mends: string;
  /** Whatever it throws is wrong, too. */
  ask(): Promise<Finding>;
}
