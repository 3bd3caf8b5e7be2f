// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/meaning.h"

// What instructions plan and do, declared so that the table can name them;
// each pair is defined in the file of its unit.
namespace lw::inference {

void planNothing(Planner& plan);
void actNothing(Circuit& circuit, const Decoded& row, const Work& work);
void actHalt(Circuit& circuit, const Decoded& row, const Work& work);
void planShape(Planner& plan);
void actShape(Circuit& circuit, const Decoded& row, const Work& work);
void planShapeMore(Planner& plan);
void actShapeMore(Circuit& circuit, const Decoded& row, const Work& work);
void planIn(Planner& plan);
void actIn(Circuit& circuit, const Decoded& row, const Work& work);
void planOut(Planner& plan);
void actOut(Circuit& circuit, const Decoded& row, const Work& work);
void planWeightsIn(Planner& plan);
void actWeightsIn(Circuit& circuit, const Decoded& row, const Work& work);
void planLaunch(Planner& plan);
void planDescribedIn(Planner& plan);
void actDescribedIn(Circuit& circuit, const Decoded& row, const Work& work);
void planDescribedOut(Planner& plan);
void actDescribedOut(Circuit& circuit, const Decoded& row, const Work& work);
void planFill(Planner& plan);
void actFill(Circuit& circuit, const Decoded& row, const Work& work);
void planSend(Planner& plan);
void actSend(Circuit& circuit, const Decoded& row, const Work& work);
void planWait(Planner& plan);
void actWait(Circuit& circuit, const Decoded& row, const Work& work);
void planTile(Planner& plan);
void actTile(Circuit& circuit, const Decoded& row, const Work& work);
void planSwap(Planner& plan);
void actSwap(Circuit& circuit, const Decoded& row, const Work& work);
void planPass(Planner& plan);
void actPass(Circuit& circuit, const Decoded& row, const Work& work);
void planRead(Planner& plan);
void actRead(Circuit& circuit, const Decoded& row, const Work& work);
void planLoad(Planner& plan);
void actLoad(Circuit& circuit, const Decoded& row, const Work& work);
void planStore(Planner& plan);
void actStore(Circuit& circuit, const Decoded& row, const Work& work);
void planBinary(Planner& plan);
void actBinary(Circuit& circuit, const Decoded& row, const Work& work);
void planUnary(Planner& plan);
void actUnary(Circuit& circuit, const Decoded& row, const Work& work);
void planNorm(Planner& plan);
void actNorm(Circuit& circuit, const Decoded& row, const Work& work);
void planQuantise(Planner& plan);
void actQuantise(Circuit& circuit, const Decoded& row, const Work& work);
void planQuantiseLanes(Planner& plan);
void actQuantiseLanes(Circuit& circuit, const Decoded& row, const Work& work);
void planTable(Planner& plan);
void actTable(Circuit& circuit, const Decoded& row, const Work& work);
void planPool(Planner& plan);
void actPool(Circuit& circuit, const Decoded& row, const Work& work);
void actAverage(Circuit& circuit, const Decoded& row, const Work& work);

} // namespace lw::inference
