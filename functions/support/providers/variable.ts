/** A variable that the deployment sets; its absence is a defect of the deployment. */
export const variable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};
